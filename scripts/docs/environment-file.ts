import { type Setting, settings } from '#platform/config/setting-definitions'

/** All settings as lines of an environment file, commented out, below their descriptions. */
export const renderEnvironmentLines = (): string =>
  Object.entries(settings)
    .map(
      ([name, setting]: [string, Setting]) =>
        `# ${setting.description}\n#${name}=${setting.example}`,
    )
    .join('\n\n')
