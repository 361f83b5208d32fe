import { isHarnessError } from '@millrace/schema'
import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { codeOnlyRule, runCodeWording } from './run-code-wording.ts'

describe('runCodeWording', () => {
  verifies(['contract:M5'], 'speaks of TypeScript, also where no runtime is mounted', () => {
    const { description, parameters } = runCodeWording('typescript')
    for (const phrase of ['Execute a TypeScript program', 'BODY of an', '`description`'])
      expect(description).toContain(phrase)
    expect(parameters.properties?.['code']?.description).toBe(
      'The program: the body of an async TypeScript function.',
    )
    expect(parameters.required).toEqual(['code', 'description'])
    expect(runCodeWording()).toBe(runCodeWording('typescript'))
  })

  verifies(['contract:M5'], 'speaks of Python alone to a Python runtime', () => {
    const wording = runCodeWording('python')
    expect(wording.description).toContain('Execute a Python program')
    expect(wording.description).toContain('`return <value>`')
    expect(wording.parameters.properties?.['code']?.description).toBe(
      'The program: the body of an async Python function.',
    )
    expect(JSON.stringify(wording)).not.toContain('TypeScript')
  })

  verifies(
    ['contract:M4', 'contract:M5'],
    'refuses other languages, also those that every object has',
    () => {
      for (const language of ['ruby', 'toString', '__proto__', 'constructor', '']) {
        const error = caught(() => runCodeWording(language))
        expect(error).toMatchObject({
          code: 'UNKNOWN_RUNTIME_LANGUAGE',
          message: `no run_code schema flavor registered for runtime language "${language}" (known: "typescript", "python")`,
        })
        expect(isHarnessError(error)).toBe(true)
      }
    },
  )
})

describe('codeOnlyRule', () => {
  verifies(['contract:M3'], 'says what can be called directly', () => {
    expect(codeOnlyRule()).toContain('`run_code` is the only tool you can call directly')
    expect(codeOnlyRule('python')).toContain('`run_code` is the only tool you can call directly')
  })
})

function caught(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}
