import type { Io } from './io.ts'

/** The providers of models, by the variables that give access to them: keys, and addresses of servers that need none. */
export const modelKeys = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'DEEPSEEK_API_KEY'] as const
const modelAddresses = ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'DEEPSEEK_BASE_URL'] as const

/** The first variable of the environment that gives access to a model; known without loading what uses it. */
export function modelVariable(env: Io['env']): string | undefined {
  return [...modelKeys, ...modelAddresses].find((name) => (env[name] ?? '') !== '')
}
