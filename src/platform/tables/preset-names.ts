/** The products whose files `presets.ts` describes. The contract of the web app imports this file alone. */
export const presetNames = ['snappy'] as const

export type PresetName = (typeof presetNames)[number]
