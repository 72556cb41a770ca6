/* The checks of receivers from the client library. The published package has a copy; sdk.ts gives the reason. */
export * from '../../sdk/src/prove.ts'
