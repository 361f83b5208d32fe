import { ConfinedRoot } from '../../src/files/confined-root.ts'

const [folder = '', ...names] = process.argv.slice(2)
const root = await ConfinedRoot.open(folder)
const bytes = new Uint8Array(1)
const outcomes = await Promise.allSettled(
  names.flatMap((name) => [root.change(name, () => bytes), root.read(name)]),
)
await root.close()
console.log(
  outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done')).join(' '),
)
