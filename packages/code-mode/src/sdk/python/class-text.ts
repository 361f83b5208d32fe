/** A field as it is written. */
export interface Field {
  readonly name: string
  readonly type: string
  /** Empty where there is none. */
  readonly comment: string
}

const openness = '    # Additional keys beyond those declared are allowed.\n'

/** The declaration of an object. */
export function classText(name: string, fields: readonly Field[], closed: boolean): string {
  const lines = fields.map((field) => `${commentOf(field)}    ${field.name}: ${field.type}\n`)
  return `class ${name}(TypedDict):\n${lines.join('') || '    pass\n'}${closed ? '' : openness}`
}

/**
 * The same for an object with a field that is named like a type. In a class it would hide that type from the fields after
 * it.
 */
export function functionalClass(name: string, fields: readonly Field[], closed: boolean): string {
  const lines = fields.map((field) => `${commentOf(field)}    "${field.name}": ${field.type},\n`)
  return `${name} = TypedDict("${name}", {\n${lines.join('')}${closed ? '' : openness}})\n`
}

const commentOf = ({ comment }: Field): string => (comment === '' ? '' : `    # ${comment}\n`)
