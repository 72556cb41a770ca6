/** The types of the part of saxen that this project uses. The package itself has no types. */
declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    on(
      event: 'openTag',
      handler: (
        name: string,
        attrs: () => Record<string, string | undefined>,
        decode: Decode,
      ) => void,
    ): this
    /** Registers a handler for the end of an element. It is also called for an element without content. */
    on(event: 'closeTag', handler: (name: string) => void): this
    on(event: 'text', handler: (text: string, decode: Decode) => void): this
    on(event: 'cdata', handler: (text: string) => void): this
    on(event: 'attention', handler: (text: string) => void): this
    on(event: 'error', handler: (error: Error) => void): this
    parse(xml: string): void
    /** Ends parsing at the next token. */
    stop(): void
  }
}
