/*
 * The door to the client library. In this repository it is the library's source; in the published package
 * this file says `export * from '@bestow/sdk'` (scripts/cli/build.ts writes it).
 */
export * from '../../sdk/src/index.ts'
