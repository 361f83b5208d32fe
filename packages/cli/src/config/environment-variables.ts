/** An environment variable that the command or one of its packages reads. */
export interface EnvironmentVariable {
  readonly name: string
  /** What it is for, as a sentence. */
  readonly meaning: string
}

/** Variables that choose settings, models and keys. */
export const chosenVariables: readonly EnvironmentVariable[] = [
  {
    name: 'MILLRACE_CONFIG',
    meaning: 'The absolute path of one more settings file, stronger than all others.',
  },
  {
    name: 'MILLRACE_PERMISSION',
    meaning: 'What happens where no rule decides: a value of `permissions.mode`.',
  },
  { name: 'MILLRACE_SANDBOX', meaning: 'Whether commands run in a sandbox: a value of `sandbox`.' },
  {
    name: 'MILLRACE_MODEL',
    meaning: 'The model of agents: `provider/model`, or a name that a provider knows.',
  },
  {
    name: 'OPENAI_API_KEY',
    meaning: 'The key of OpenAI. Without a chosen model, the first provider with a key answers.',
  },
  {
    name: 'OPENAI_BASE_URL',
    meaning: 'Where requests in the format of OpenAI go; a local server there needs no key.',
  },
  { name: 'ANTHROPIC_API_KEY', meaning: 'The key of Anthropic.' },
  { name: 'ANTHROPIC_BASE_URL', meaning: 'Where requests to Anthropic go.' },
  { name: 'DEEPSEEK_API_KEY', meaning: 'The key of DeepSeek.' },
  { name: 'DEEPSEEK_BASE_URL', meaning: 'Where requests to DeepSeek go.' },
  { name: 'MILLRACE_SEARXNG_URL', meaning: 'The address of a SearXNG instance: switches `web_search` on.' },
  {
    name: 'BRAVE_API_KEY',
    meaning: 'The key of Brave Search: switches `web_search` on where no SearXNG instance is named.',
  },
  {
    name: 'MILLRACE_MCP_TOKEN',
    meaning:
      'The token that clients of `millrace mcp serve` by HTTP must send, of 32 characters at least; else one is made.',
  },
]

/** Variables of the system and the terminal. */
export const systemVariables: readonly EnvironmentVariable[] = [
  { name: 'HOME', meaning: 'The home folder: of the settings of the person, and of `~` in rules.' },
  {
    name: 'XDG_CONFIG_HOME',
    meaning: 'Where the settings of the person are, in `millrace`; else `~/.config`.',
  },
  {
    name: 'XDG_STATE_HOME',
    meaning: 'Where sessions and records of trust are kept, in `millrace`; else `~/.local/state`.',
  },
  { name: 'PATH', meaning: 'Where programs are looked for.' },
  { name: 'CI', meaning: 'Where it is set, nobody is asked and no card is drawn while a call runs.' },
  { name: 'NO_COLOR', meaning: 'Where it is set, no colours are written, unless `--color` says so.' },
  { name: 'FORCE_COLOR', meaning: 'Where it is set, colours are written; `0` and `false` switch them off.' },
  {
    name: 'TERM',
    meaning: 'With `dumb`, no colours and no card of a call that runs; with `linux` or `dumb`, ASCII alone.',
  },
  {
    name: 'COLUMNS',
    meaning: 'The width of what is written where it is not known from a terminal; else 80.',
  },
  { name: 'LC_ALL', meaning: 'The locale: where it is not UTF-8, ASCII alone is written.' },
  { name: 'LC_CTYPE', meaning: 'The same where `LC_ALL` is not set.' },
  { name: 'LANG', meaning: 'The same where neither is set.' },
  { name: 'DISPLAY', meaning: 'On Linux, one sign of a screen on which a browser can be opened.' },
  { name: 'WAYLAND_DISPLAY', meaning: 'On Linux, another one.' },
  { name: 'WSL_DISTRO_NAME', meaning: 'On Linux inside Windows, another one.' },
]

/** Variables that the program sets for itself, or that only keep a place hidden. */
export const ownVariables: readonly EnvironmentVariable[] = [
  {
    name: 'MILLRACE_TREE',
    meaning: 'Marks the processes that a call started, so that all of them are found and ended.',
  },
  {
    name: 'MILLRACE_GATEWAYS',
    meaning: 'The folders that are served already, so that a gateway does not start itself.',
  },
  {
    name: 'MILLRACE_HOME',
    meaning: 'A folder that commands inside the sandbox do not see, where it is set.',
  },
]
