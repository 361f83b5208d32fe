import ivm from 'isolated-vm'

/** A program in an isolate of its own, its calls crossing as JSON text. @returns {Promise<import('./sandbox.mjs').Sandbox>} */
export async function open() {
  return {
    async run(program, tools = {}) {
      const isolate = new ivm.Isolate({ memoryLimit: 128 })
      try {
        const context = await isolate.createContext()
        for (const [name, tool] of Object.entries(tools)) {
          const call = async (/** @type {string} */ text) =>
            JSON.stringify(await tool(JSON.parse(text))) ?? 'null'
          await context.global.set(`$${name}`, new ivm.Reference(call))
        }
        const members = Object.keys(tools).map(
          (name) =>
            `${name}: async (value) => JSON.parse(await $${name}.apply(undefined, [JSON.stringify(value)], { result: { promise: true } }))`,
        )
        const text = `const tools = {${members.join()}};(async () => {${program}})().then((value) => JSON.stringify(value))`
        const value = await context.eval(text, { promise: true })
        return value === undefined ? undefined : JSON.parse(value)
      } finally {
        isolate.dispose()
      }
    },
    close: async () => {},
  }
}
