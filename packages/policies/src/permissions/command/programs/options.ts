import type { ProgramSchema, Role } from './schema.ts'

/** What is known of one option. */
export type OptionKind =
  | { readonly kind: 'flag' | 'joined' | 'pair' | 'runs' }
  | { readonly kind: 'value'; readonly role: Role }

/** The options of a program, by name; made when the program is first met. */
export type Options = ReadonlyMap<string, OptionKind>

const made = new WeakMap<ProgramSchema, Options>()

/** The options that a schema lists. */
export function optionsOf(schema: ProgramSchema): Options {
  let options = made.get(schema)
  if (!options) {
    options = makeOptions(schema)
    made.set(schema, options)
  }
  return options
}

function makeOptions({ flags, joined, pairs, runs, values = {} }: ProgramSchema): Options {
  const options = new Map<string, OptionKind>()
  const add = (names: string | undefined, option: OptionKind): void => {
    for (const name of names?.split(/\s+/) ?? []) options.set(name, option)
  }
  add(flags, { kind: 'flag' })
  add(joined, { kind: 'joined' })
  add(pairs, { kind: 'pair' })
  add(runs, { kind: 'runs' })
  for (const [role, names] of Object.entries(values)) add(names, { kind: 'value', role: role as Role })
  return options
}
