import { firstRun, incapable, operation } from '../harness/operation.mjs'
import { abysses, compound, judgements } from './schemas.mjs'

/**
 * A validator: makes a schema ready, and says of a value whether it is accepted.
 * @typedef {(schema: any, zod: () => any) => (value: any) => boolean} Compiler
 */

/** @type {Record<string, () => Promise<Compiler>>} */
const compilers = {
  dsh: async () => {
    const { assertSupportedJsonSchema, validateJsonSchemaValue } = await import('@deepseek-ai/dsh-tools')
    return (schema) => {
      assertSupportedJsonSchema(schema)
      return (value) => validateJsonSchemaValue(schema, value).length === 0
    }
  },
  /** Fit for values that were snapshotted; why one is refused is worked out only then. */
  millrace: async () => {
    const { compileJsonSchema } = await import('@millrace/schema')
    return (schema) => {
      const compiled = compileJsonSchema(schema)
      return (value) => compiled.accepts(value) || compiled.violations(value).length === 0
    }
  },
  /** Fit for any value: a lossless check is part of it. */
  millraceAny: async () => {
    const { compileJsonSchema } = await import('@millrace/schema')
    return (schema) => {
      const compiled = compileJsonSchema(schema)
      return (value) => compiled.violations(value).length === 0
    }
  },
  ajv: async () => {
    const { Ajv } = await import('ajv')
    const ajv = new Ajv({ strict: false, addUsedSchema: false })
    return (schema) => ajv.compile(schema)
  },
  typebox: async () => {
    const { Compile } = await import('typebox/compile')
    return (schema) => {
      const compiled = Compile(schema)
      return (value) => compiled.Check(value)
    }
  },
  zod: async () => (_schema, zod) => {
    const schema = zod()
    return (value) => schema.safeParse(value).success
  },
}

/** @template T @param {T} value */
const same = (value) => value

/**
 * Every judgement, by a validator that is ready.
 * @param {{ validator: string, snapshot?: boolean, deep?: boolean }} options - `deep` takes the deepest ones instead.
 */
export async function judge({ validator, snapshot = false, deep = false }) {
  const compile = await compilers[validator]()
  const { snapshotJsonValue } = snapshot ? await import('@millrace/schema') : { snapshotJsonValue: same }
  const found = /** @type {Record<string, import('../harness/operation.mjs').Operation>} */ ({})
  for (const [name, judgement] of Object.entries(deep ? abysses : judgements)) {
    try {
      found[name] = await repeated(compile, judgement, snapshotJsonValue)
    } catch (error) {
      found[name] = incapable(error)
    }
  }
  return found
}

/** @param {Compiler} compile @param {import('./schemas.mjs').Judgement} judgement @param {(value: any) => any} copy */
function repeated(compile, { schema, zod, value, valid, per }, copy) {
  const accepts = compile(schema(), zod)
  // Several equal values, so that no engine can learn the answer for one of them.
  const values = Array.from({ length: 4 }, () => copy(value()))
  let turn = 0
  const call = () => {
    let accepted = 0
    for (let done = 0; done < per; done++) if (accepts(values[turn++ & 3])) accepted++
    return accepted
  }
  return operation(call, { per, check: (accepted) => accepted === (valid ? per : 0) })
}

/** Getting ready, again and again: compile, then judge once. @param {{ validator: string }} options */
export async function compileWarm({ validator }) {
  const compile = await compilers[validator]()
  const schemas = Array.from({ length: 64 }, () => compound.schema())
  let turn = 0
  const call = () => compile({ ...schemas[turn++ & 63] }, compound.zod)(compound.value)
  return { call: await operation(call, { check: (accepted) => accepted === true }) }
}

/** Getting ready for the first time in a process. @param {{ validator: string }} options */
export async function compileFirst({ validator }) {
  const compile = await compilers[validator]()
  const schema = compound.schema()
  return {
    call: firstRun(() => {
      if (!compile(schema, compound.zod)(compound.value)) throw new Error('a valid value was refused')
    }),
  }
}
