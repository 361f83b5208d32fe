import { ConfinedRoot } from '../../src/files/confined-root.ts'

// Each file is always full of one letter, as many as its place in the alphabet says.
const [folder = '', count = '1', size = '1'] = process.argv.slice(2)
const root = await ConfinedRoot.open(folder)

async function turn(file: string, letter: number): Promise<void> {
  const bytes = new Uint8Array(Number(size) * (letter - 96)).fill(letter)
  await root.change(file, () => bytes)
  return turn(file, letter === 122 ? 97 : letter + 1)
}

console.log('begun')
await Promise.all(Array.from({ length: Number(count) }, (_, index) => turn(`file${index}`, 97 + index)))
