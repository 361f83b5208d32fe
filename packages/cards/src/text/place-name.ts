/** Where the one who looks stands, for shorter names of files. */
export interface Surroundings {
  /** The folder from which files are named, absolute. */
  readonly cwd?: string
  /** The folder that is written as `~`, absolute. */
  readonly home?: string
}

/** A file's name as a person would say it: from the working folder, or from `~`; any other as it is. */
export function placeName(path: string, { cwd, home }: Surroundings): string {
  // What climbs out again is not below the folder that it names first.
  if (/(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path)) return path
  const fromHere = below(path, cwd)
  if (fromHere !== undefined) return fromHere === '' ? '.' : fromHere
  const fromHome = below(path, home)
  if (fromHome !== undefined) return fromHome === '' ? '~' : `~/${fromHome}`
  return path
}

/** The rest of a path below a folder; `undefined` where it is not below it. */
function below(path: string, folder: string | undefined): string | undefined {
  const base = folder?.replace(/[/\\]+$/, '')
  if (base === undefined || base === '') return undefined
  if (path === base) return ''
  const isBelow = path.startsWith(base) && /[/\\]/.test(path[base.length] ?? '')
  return isBelow ? path.slice(base.length + 1) : undefined
}
