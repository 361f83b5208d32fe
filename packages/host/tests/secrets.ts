const secretNames = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'DEEPSEEK_API_KEY',
  'GEMINI_API_KEY',
  'MISTRAL_API_KEY',
  'BRAVE_API_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AZURE_CLIENT_SECRET',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'GITLAB_TOKEN',
  'NPM_TOKEN',
  'NODE_AUTH_TOKEN',
  'HF_TOKEN',
  'SLACK_BOT_TOKEN',
  'STRIPE_SECRET_KEY',
  'DATABASE_URL',
  'PGPASSWORD',
  'REDIS_URL',
  'SSH_AUTH_SOCK',
  'KUBECONFIG',
  'SESSION_SECRET',
]

/** Variables that no command may see. */
export const canaries: Readonly<Record<string, string>> = Object.fromEntries(
  secretNames.map((name, i) => [name, `canary-${i}-${name.toLowerCase()}`]),
)

/** Ways that the environment allow-list closes. */
export const ownReadings: readonly string[] = [
  'env',
  'printenv',
  `cat /proc/self/environ | tr '\\0' '\\n'`,
  'ps eww -p $$ -o args',
  'set; export -p; compgen -v',
  `sh -c 'env -0' | cat -v; cat /proc/$PPID/cmdline`,
]

/** Ways to the memory of the process that started the command. */
export const parentReadings: readonly string[] = [
  `tr '\\0' '\\n' </proc/$PPID/environ`,
  'ps eww -p $PPID -o args',
  `python3 -c '
import os, re
pid = os.getppid()
with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb") as mem:
    for line in maps:
        if "[stack]" in line:
            low, high = (int(part, 16) for part in line.split()[0].split("-"))
            mem.seek(low)
            print(b" ".join(re.findall(rb"canary[-a-z0-9_]+", mem.read(high - low))).decode())
'`,
]

/** The canaries in a text. */
export const foundIn = (output: string): string[] =>
  Object.values(canaries).filter((canary) => output.includes(canary))
