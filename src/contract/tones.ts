/** How a text addresses its reader, in languages with two forms: Sie or du, vous or tu. */
export const tones = ['formal', 'informal'] as const
export type Tone = (typeof tones)[number]
