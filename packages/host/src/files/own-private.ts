/** The facts of a file or folder that say who may change it. */
export interface Ownership {
  readonly uid: number
  /** With the permission bits. */
  readonly mode: number
}

/**
 * Whether a file or folder is this user's, and nobody else can write to it. Always true on a system without users as POSIX
 * has them.
 */
export function isOwnPrivate({ uid, mode }: Ownership): boolean {
  const user = process.getuid?.()
  return user === undefined || (uid === user && (mode & 0o022) === 0)
}
