CREATE TABLE IF NOT EXISTS link (
    id INTEGER PRIMARY KEY,
    iri TEXT NOT NULL,             -- the exact text that was added
    iri_key TEXT NOT NULL UNIQUE,  -- the key that all equivalent addresses have: RFC 3987 section 5
    title TEXT NOT NULL,
    lang TEXT NOT NULL,            -- a language tag (BCP 47), or ''
    note TEXT NOT NULL,            -- plain text, in which there may be addresses
    file TEXT NOT NULL DEFAULT ''  -- the name of a file in the folder of files, or ''
);

CREATE TABLE IF NOT EXISTS old_link (
    id INTEGER PRIMARY KEY,
    address TEXT NOT NULL          -- any text, as forms, imports and people left it
);
