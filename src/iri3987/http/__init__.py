"""RFC 3987 section 6.2: IRIs in HTTP: fields of headers, request targets and redirects."""
