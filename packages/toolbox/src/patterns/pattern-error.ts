/** A path pattern that cannot be read; the message completes "the pattern is not valid: …". */
export class PatternError extends Error {}
