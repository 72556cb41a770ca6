import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Returns a function that loads a package at its first call, for packages that most processes do not need at
 * their start. The start time depends mostly on the number of loaded modules: each takes 0.4 ms of processor
 * time, even with a compile cache. `test/reliability/start-modules.test.ts` lists these packages.
 */
export const lazyPackage =
  <Package>(name: string): (() => Package) =>
  () =>
    require(name) as Package
