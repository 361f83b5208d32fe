/** The version of this package, as in its manifest. */
export const version = '0.1.0'
