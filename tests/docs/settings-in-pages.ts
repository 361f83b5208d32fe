import { parse } from 'jsonc-parser'
import { fileSettings } from '../../packages/cli/src/config/read-settings.ts'
import { settingsText } from '../../packages/cli/src/config/settings-text.ts'
import { placeOf, type Fence } from './fences.ts'

/** What the command would say of a file with the text of a fence; nothing where all of it counts. */
export function settingsProblems(fence: Fence): readonly string[] {
  if (fence.language === 'json' && !isSettings(fence.code)) return linesThatAreNoJson(fence)
  const isRule = Object.hasOwn(parse(fence.code) as object, 'rule')
  const text = isRule ? `{ "permissions": { "allow": [${fence.code}] } }` : fence.code
  try {
    const { problems } = fileSettings(settingsText(Buffer.from(text), placeOf(fence)))
    return problems.map((problem) => JSON.stringify(problem))
  } catch (error) {
    return [String(error)]
  }
}

/** Whether it is one object with a key that settings have. */
function isSettings(code: string): boolean {
  return /^\{\s*"(?:mcpServers|permissions|\$schema)"/.test(code)
}

/** Output for machines: one value, or one in each line. */
function linesThatAreNoJson(fence: Fence): string[] {
  if (isJson(fence.code)) return []
  const lines = fence.code.trimEnd().split('\n')
  return lines.flatMap((line, index) => (isJson(line) ? [] : [`no JSON in line ${index + 1}: ${line}`]))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
