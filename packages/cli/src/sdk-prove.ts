/* The import of the proof of receivers; see sdk.ts. */
export * from '../../sdk/src/prove.ts'
