/** For whom an agent acts, where it says so. The pipeline knows an agent only as the key of a scope. */
export function principalOf(agent: object | undefined): string | undefined {
  const { principal }: { readonly principal?: unknown } = agent ?? {}
  return typeof principal === 'string' ? principal : undefined
}
