import { type Setting, settings } from '#platform/config/setting-definitions'

/**
 * Renders all settings as lines of an environment file. Each line is commented out, below its description.
 */
export const renderEnvironmentLines = (): string =>
  Object.entries(settings)
    .map(
      ([name, setting]: [string, Setting]) =>
        `# ${setting.description}\n#${name}=${setting.example}`,
    )
    .join('\n\n')
