import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root: string = fileURLToPath(new URL('..', import.meta.url))

/** What VitePress builds from: the pages of `docs` and their pictures. */
export const staged: string = fileURLToPath(new URL('pages', import.meta.url))

export const built: string = fileURLToPath(new URL('dist', import.meta.url))
