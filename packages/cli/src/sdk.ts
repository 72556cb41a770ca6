/*
 * The import of the client library. In this repository it is the library's source. In the published package,
 * this file exports a copy of the built library, so that the package depends on no other package of this
 * repository (scripts/cli/build.ts).
 */
export * from '../../sdk/src/index.ts'
