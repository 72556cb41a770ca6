/*
 * The door to the client library. In this repository it is the library's source; in the published package
 * this file exports a copy of the built library, so that the package needs no other of ours (scripts/cli/build.ts).
 */
export * from '../../sdk/src/index.ts'
