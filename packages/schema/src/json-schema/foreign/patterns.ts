import * as Browser from '@hyperjump/browser'
import type { Keyword, ValidationContext } from '@hyperjump/json-schema/experimental'
import { addKeyword, getKeywordName, Validation } from '@hyperjump/json-schema/experimental'
import type { JsonNode } from '@hyperjump/json-schema/instance/experimental'
import * as Instance from '@hyperjump/json-schema/instance/experimental'
import { FailureCollector } from './failures.ts'
import type { Matcher } from './matcher.ts'
import { matcherOf } from './matcher.ts'

const keywordId = (name: string): string => `https://json-schema.org/keyword/${name}`

/** What `unevaluatedProperties` lets other keywords note. */
type PropertiesContext = ValidationContext & { readonly evaluatedProperties?: Set<string> }

/** Whether a text contains a match; the work counts towards the bound of the judgement, where there is one. */
function matches(matcher: Matcher, text: string, { plugins }: ValidationContext): boolean {
  for (const plugin of plugins) if (plugin instanceof FailureCollector) plugin.beforeMatch(matcher, text)
  return matcher.matches(text)
}

const pattern: Keyword<Matcher> = {
  id: keywordId('pattern'),
  compile: (schema) => matcherOf(Browser.value(schema)),
  interpret: (matcher, instance, context) =>
    Instance.typeOf(instance) !== 'string' || matches(matcher, Instance.value(instance), context),
}

/** Whether all properties that `applies` picks satisfy their schema; notes them as evaluated. */
function everyProperty(
  instance: JsonNode,
  schema: string,
  context: PropertiesContext,
  applies: (name: string) => boolean,
): boolean {
  if (Instance.typeOf(instance) !== 'object') return true
  let valid = true
  for (const [key, property] of Instance.entries(instance)) {
    const name = Instance.value<string>(key)
    if (!applies(name)) continue
    if (!Validation.interpret(schema, property, context)) valid = false
    context.evaluatedProperties?.add(name)
  }
  return valid
}

const patternProperties: Keyword<readonly (readonly [Matcher, string])[], PropertiesContext> = {
  id: keywordId('patternProperties'),
  simpleApplicator: true,
  async compile(schema, ast) {
    const compiled: (readonly [Matcher, string])[] = []
    for await (const [source, property] of Browser.entries(schema)) {
      compiled.push([
        await matcherOf(source),
        await Validation.compile(property as typeof schema, ast, schema),
      ])
    }
    return compiled
  },
  interpret(compiled, instance, context) {
    let valid = true
    for (const [matcher, schema] of compiled) {
      if (!everyProperty(instance, schema, context, (name) => matches(matcher, name, context))) valid = false
    }
    return valid
  },
}

/** The names and patterns that `additionalProperties` leaves to its neighbours. */
interface Declared {
  readonly names: ReadonlySet<string>
  readonly matchers: readonly Matcher[]
  readonly schema: string
}

const additionalProperties: Keyword<Declared, PropertiesContext> = {
  id: keywordId('additionalProperties'),
  simpleApplicator: true,
  async compile(schema, ast, parent) {
    const keysOf = async (keyword: string): Promise<string[]> => {
      const name = getKeywordName(schema.document.dialectId, keywordId(keyword))
      const neighbour = await Browser.step(name, parent)
      return Browser.typeOf(neighbour) === 'object' ? [...Browser.keys(neighbour)] : []
    }
    return {
      names: new Set(await keysOf('properties')),
      matchers: await Promise.all((await keysOf('patternProperties')).map(matcherOf)),
      schema: await Validation.compile(schema, ast, parent),
    }
  },
  interpret: ({ names, matchers, schema }, instance, context) =>
    everyProperty(instance, schema, context, (name) => {
      return !names.has(name) && !matchers.some((matcher) => matches(matcher, name, context))
    }),
}

/** Makes the library match the patterns of every schema in linear time. */
export function replacePatternKeywords(): void {
  addKeyword(pattern)
  addKeyword(patternProperties)
  addKeyword(additionalProperties)
}
