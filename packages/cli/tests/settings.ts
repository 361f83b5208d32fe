import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Grant } from '@millrace/protocol'
import { loadSettings, type LoadedSettings } from '../src/config/load-settings.ts'
import type { SettingsFlags } from '../src/config/loaded-settings.ts'
import type { Io } from '../src/io.ts'
import { folder } from './folder.ts'

/** A person's folders and a machine's file, none of them the real ones. */
export interface Place {
  /** The folder that calls work in. */
  readonly project: string
  readonly home: string
  readonly env: Io['env']
  /** The file of whoever looks after the machine. */
  readonly managed: string
  /** Writes a file of the project. */
  write(path: string, text: string): void
}

/** Where the person's own settings stand in such a place, seen from the home folder. */
export const userFile = '.config/millrace/millrace.jsonc'

/** A place with these files: of the project, of the home folder (`~/…`), and `managed`. */
export function place(files: Readonly<Record<string, string>> = {}, env: Io['env'] = {}): Place {
  const located = Object.entries(files).map(([path, text]) => [
    path === 'managed'
      ? 'etc/millrace.jsonc'
      : path.startsWith('~/')
        ? `home/${path.slice(2)}`
        : `demo/${path}`,
    text,
  ])
  const root = folder({ 'home/.keep': '', 'demo/.keep': '', ...Object.fromEntries(located) })
  const [home, project] = [join(root, 'home'), join(root, 'demo')]
  return {
    project,
    home,
    managed: join(root, 'etc/millrace.jsonc'),
    env: { HOME: home, ...env },
    write(path, text) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    },
  }
}

/** The settings that count there. */
export function settingsIn(at: Place, flags: SettingsFlags = {}): Promise<LoadedSettings> {
  return loadSettings(at.project, at.env, flags, at.managed)
}

/** What somebody at the terminal allowed for good. */
export function grantOf(rule: string, more: Partial<Grant> = {}): Grant {
  const id = `grant_${randomUUID().replaceAll('-', '')}`
  return { id, rule, lasts: 'always', by: 'terminal', at: Date.parse('2026-01-31T12:00:00Z'), ...more }
}

/** A settings file with these values. */
export function settings(value: object): string {
  return JSON.stringify(value, undefined, 2)
}
