import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { commandEnvironment } from '@millrace/host'
import { isRedactable } from '@millrace/protocol'
import type { McpServerConfig } from '@millrace/mcp'
import type { Io } from '../io.ts'

/** `${NAME}` and `${NAME:-default}`; nothing else of a shell's language means anything. */
const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/** A template with its variables filled in. */
export interface FilledConfig {
  readonly config: McpServerConfig
  /** Values that came from the environment, and variables and headers whose names speak of keys. */
  readonly secrets: readonly string[]
}

/** The variables that a text names. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(reference)].map(([, name = '']) => name)
}

/**
 * Fills in the variables of all texts of a template.
 * @param root - the folder that relative paths of folders mean, absolute.
 * @param isLiteral - whether texts mean just what they say, as those of a session do.
 * @returns the names of the variables that have neither a value nor a default, where there are such.
 */
export function filledConfig(
  template: McpServerConfig,
  env: Io['env'],
  root: string,
  isLiteral = false,
): FilledConfig | { readonly missing: readonly string[] } {
  const filler = new Filler(env, isLiteral)
  const config = template.type === 'stdio' ? filler.program(template, root) : filler.address(template)
  const missing = [...filler.missing]
  return missing.length > 0 ? { missing } : { config, secrets: [...filler.secrets] }
}

class Filler {
  readonly missing = new Set<string>()
  readonly secrets = new Set<string>()
  private readonly usual: Readonly<Record<string, string>>

  private readonly env: Io['env']
  private readonly isLiteral: boolean

  constructor(env: Io['env'], isLiteral: boolean) {
    this.env = env
    this.isLiteral = isLiteral
    this.usual = commandEnvironment(env)
  }

  program(template: Extract<McpServerConfig, { type: 'stdio' }>, root: string): McpServerConfig {
    const { command, args, env, cwd } = template
    return {
      ...template,
      command: this.text(command),
      args: args.map((each) => this.text(each, (found) => this.keep(found, false))),
      env: this.values(env, secretName),
      ...(cwd !== undefined && { cwd: resolve(root, this.text(cwd)) }),
    }
  }

  address(template: Extract<McpServerConfig, { type: 'http' }>): McpServerConfig {
    const { url, headers, oauth } = template
    return {
      ...template,
      url: this.text(url, (found) => this.keep(found, false)),
      headers: this.values(headers, secretHeader),
      ...(oauth !== undefined && { oauth: this.oauth(oauth) }),
    }
  }

  private oauth(
    oauth: NonNullable<Extract<McpServerConfig, { type: 'http' }>['oauth']>,
  ): NonNullable<Extract<McpServerConfig, { type: 'http' }>['oauth']> {
    const { clientId, clientSecret, scopes } = oauth
    const secret = clientSecret === undefined ? undefined : this.text(clientSecret)
    if (secret !== undefined) this.keep(secret, true)
    return {
      ...(clientId !== undefined && { clientId: this.text(clientId) }),
      ...(secret !== undefined && { clientSecret: secret }),
      ...(scopes !== undefined && { scopes: scopes.map((each) => this.text(each)) }),
    }
  }

  private values(given: Readonly<Record<string, string>>, isSecret: RegExp): Record<string, string> {
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        const filled = this.text(value, (found) => this.keep(found, false))
        // What stands before a token says only of what kind it is.
        if (isSecret.test(name)) this.keep(filled.replace(/^(?:Bearer|Basic|Token) +/i, ''), true)
        return [name, filled]
      }),
    )
  }

  private text(text: string, taken?: (value: string) => void): string {
    if (this.isLiteral) return text
    return text.replace(reference, (_all, name: string, byDefault: string | undefined) => {
      const value = this.env[name]
      if (value !== undefined && (value !== '' || byDefault === undefined)) {
        if (!Object.hasOwn(this.usual, name)) taken?.(value)
        return value
      }
      if (byDefault === undefined) this.missing.add(name)
      return byDefault ?? ''
    })
  }

  /** Keeps a value secret, unless it only may be one and nothing could be read any more without it: a word, a path. */
  private keep(value: string, isSure: boolean): void {
    const secret = value.trim()
    if (!isRedactable(secret)) return
    const isOrdinary = /^[A-Za-z]{1,20}$/.test(secret) || (isAbsolute(secret) && existsSync(secret))
    if (isSure || !isOrdinary) this.secrets.add(secret)
  }
}

/** Names of variables that hold a key, whatever they say. */
export const secretName: RegExp = /token|secret|passw|api_?key|access_?key|private_?key|credential|auth/i

/** Names of headers that carry a key. */
export const secretHeader: RegExp = /auth|token|secret|key|cookie|credential/i
