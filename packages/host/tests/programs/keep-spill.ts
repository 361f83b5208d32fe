// A host that keeps output and lives until it is ended from outside.
import { SpillStore } from '../../src/index.ts'

const [folder = ''] = process.argv.slice(2)
const store = await SpillStore.open({ folder, maxFileBytes: 1000, maxTotalBytes: 1000 })
const file = store.create('output')
await file.write(Buffer.from('kept'))
process.stdout.write(`${file.path}\n`)
setInterval(() => {}, 60_000)
