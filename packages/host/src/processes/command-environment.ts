const named = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR']

const namedOnWindows = [
  'SystemRoot',
  'SystemDrive',
  'windir',
  'PATHEXT',
  'COMSPEC',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'USERNAME',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramData',
  'HOMEDRIVE',
  'HOMEPATH',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
  'OS',
]

// Nobody is there to answer a prompt or to leaf through a pager, and no terminal to draw on.
const unattended: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: '',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
  TERM: 'dumb',
}

/** What a command may see beyond the usual. */
export interface CommandEnvironmentOptions {
  /** Names of further variables to pass on, chosen by the operator. */
  readonly also?: readonly string[]
}

/**
 * The environment for commands: of `source` only what programs need to find their way (`PATH`, `HOME`, the language,
 * the time zone …) and what the operator named, so that keys and tokens stay behind; and settings under which programs
 * neither prompt, page nor draw. What the operator names wins over these settings.
 */
export function commandEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  options: CommandEnvironmentOptions = {},
): Record<string, string> {
  const windows = process.platform === 'win32'
  const spelled = (name: string) => (windows ? name.toUpperCase() : name)
  const usual = new Set([...named, ...(windows ? namedOnWindows : [])].map(spelled))
  const chosen = new Set((options.also ?? []).map(spelled))
  const passed: [string, string][] = []
  for (const [name, value] of Object.entries(source)) {
    const known = spelled(name)
    const passes = usual.has(known) || chosen.has(known) || /^LC_[A-Z]+$/.test(known)
    if (passes && value !== undefined) passed.push([name, value])
  }
  return { ...unattended, ...Object.fromEntries(passed) }
}
