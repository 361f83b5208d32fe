import { spawn } from 'node:child_process'
import type { Io } from '../io.ts'

/**
 * Opens an address in the person's browser, where somebody sits at a screen.
 * @param address - of the web, and safe to open.
 * @returns whether a browser was asked for; it may fail all the same, so the address is to be shown, too.
 */
export function openBrowser(address: string, { env, openKeyboard }: Io): Promise<boolean> {
  if (openKeyboard === undefined) return Promise.resolve(false)
  const command = openerOf(env)
  if (command === undefined) return Promise.resolve(false)
  const [program, ...words] = command
  return new Promise((resolve) => {
    // No shell is asked, so that the address is one word whatever is in it.
    const opener = spawn(program, [...words, address], { env, stdio: 'ignore', detached: true })
    opener.once('error', () => resolve(false))
    opener.once('spawn', () => resolve(true))
    opener.unref()
  })
}

function openerOf(env: Io['env']): readonly [string, ...string[]] | undefined {
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  const hasScreen = [env['DISPLAY'], env['WAYLAND_DISPLAY'], env['WSL_DISTRO_NAME']].some(Boolean)
  return hasScreen ? ['xdg-open'] : undefined
}
