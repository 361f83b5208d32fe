// Runs a script or an example in TypeScript, with the packages' sources: node scripts/run.mjs scripts/gen-catalog.ts --verify
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import { runnerImport } from 'vite'

const [script, ...words] = process.argv.slice(2)
if (script === undefined) throw new Error('name the script to run, such as scripts/gen-catalog.ts')

const conditions = ['@millrace/source']
const { module } = await runnerImport(resolve(script), {
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  resolve: { conditions },
  ssr: { resolve: { conditions } },
})
process.exitCode = await module.main?.(words)
