/** Gets the parts of a program while they are found. */
export interface Emitter {
  addText(text: string): void
  startScope(name: string): void
  endScope(): void
  openNode(name: string): void
  closeNode(): void
  __addSublanguage(emitter: Emitter, name: string): void
  finalize(): void
  toHTML(): string
}

/** Makes the rules of a language. */
export type Grammar = (engine: Engine) => object

/** A highlighter with languages of its own. */
export interface Engine {
  configure(options: { readonly __emitter: new () => Emitter }): void
  registerLanguage(name: string, grammar: Grammar): void
  getLanguage(name: string): object | undefined
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly _emitter: Emitter; readonly errorRaised?: Error }
  newInstance(): Engine
}

export declare const core: Engine
export declare const bash: Grammar
export declare const c: Grammar
export declare const cpp: Grammar
export declare const css: Grammar
export declare const diff: Grammar
export declare const go: Grammar
export declare const ini: Grammar
export declare const java: Grammar
export declare const javascript: Grammar
export declare const json: Grammar
export declare const markdown: Grammar
export declare const python: Grammar
export declare const rust: Grammar
export declare const sql: Grammar
export declare const typescript: Grammar
export declare const xml: Grammar
export declare const yaml: Grammar
