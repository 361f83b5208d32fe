import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** The ways to find types that a package without CommonJS does not serve. */
const unserved = ['node10', 'node16-cjs']

/** What is wrong with the shape of a tarball or with how its types are found. */
export async function shapeFlaws(tarball: string): Promise<string[]> {
  const data = readFileSync(tarball)
  return [...(await lint(data)), ...(await typeFlaws(new Uint8Array(data)))]
}

async function lint(data: Buffer): Promise<string[]> {
  const { buffer, byteOffset, byteLength } = data
  const tarball = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  const { messages, pkg } = await publint({ pack: { tarball } })
  return messages.map(
    (message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`,
  )
}

async function typeFlaws(data: Uint8Array): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(data))
  if (result.types === false) return ['attw: it has no types']
  return result.problems.filter(isServed).map((problem) => `attw: ${JSON.stringify(problem)}`)
}

function isServed(problem: Problem): boolean {
  const kind = 'resolutionKind' in problem ? problem.resolutionKind : undefined
  return kind === undefined || !unserved.includes(kind)
}
