/** What a `content-type` header says. */
export interface MediaType {
  /** In lower case, without parameters, as in `text/html`. */
  readonly type: string
  readonly charset?: string
}

/** Reads the header; undefined where there is none, or none that makes sense. */
export function mediaTypeOf(header: string | undefined): MediaType | undefined {
  const type = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;|$)/.exec(header ?? '')?.[1]?.toLowerCase()
  if (header === undefined || type === undefined) return undefined
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(header) ?? []
  const charset = quoted ?? bare
  return { type, ...(charset === undefined ? {} : { charset }) }
}
