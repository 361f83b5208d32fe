/**
 * How to find the same names in all folders; undefined where the pattern does not look at one folder alone. One
 * without a slash does, which is often not what was meant.
 */
export function anyDepthHint(pattern: string): string | undefined {
  if (pattern.includes('/') || pattern.startsWith('!') || pattern === '**') return undefined
  return `${JSON.stringify(`**/${pattern}`)} looks at any depth`
}

/** How to list what is in a folder, for a pattern that is the path of one. */
export function inFolderHint(pattern: string): string {
  return `it is a folder: ${JSON.stringify(`${pattern}/**`)} lists its files`
}
