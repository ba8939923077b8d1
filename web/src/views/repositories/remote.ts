/** Whether a location is the address of a Git remote rather than a folder: it has a scheme, or is `user@host:path`. */
export const is_remote = (location: string): boolean => /^\s*([a-z][a-z0-9+.-]*:\/\/|[^/\s]+@[^/\s]+:)/i.test(location);
