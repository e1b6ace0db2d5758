CREATE TABLE IF NOT EXISTS link (
    id INTEGER PRIMARY KEY,
    iri TEXT NOT NULL UNIQUE,  -- the exact text that was added: RFC 3987 section 5.3.1
    title TEXT NOT NULL,
    lang TEXT NOT NULL,        -- a language tag (BCP 47), or ''
    note TEXT NOT NULL
);
