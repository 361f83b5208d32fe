/**
 * Where the ripgrep of the optional package `@vscode/ripgrep` is; undefined where that package is not installed, or has
 * no program for this machine.
 */
export async function findRipgrep(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath
  } catch {
    return undefined
  }
}
