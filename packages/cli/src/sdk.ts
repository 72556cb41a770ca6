/*
 * The import of the client library. In this repository, this file imports the source of the library. In the
 * published package, it exports a copy of the built library, so that the package depends on no other package
 * of this repository (scripts/cli/build.ts).
 */
export * from '../../sdk/src/index.ts'
