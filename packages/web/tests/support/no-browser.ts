import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The browser of this machine; `undefined` where there is none. */
export const browser: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) =>
    ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) =>
      join(folder, name),
    ),
  )
  .find((path) => existsSync(path))

/** Why there is no browser to test with; `undefined` where there is one. */
export const noBrowser: string | undefined =
  browser === undefined ? 'there is no Chromium on this machine' : undefined
