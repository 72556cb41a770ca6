/** English texts about the choice of several items. */
// biome-ignore format: one text a line
export const enSeveral = {
  'choose.headingSeveral': 'Choose your gifts',
  'choose.leadSeveral': 'Pick the ones you like best. Take your time – we’ll save your choice.',
  'choose.upTo': 'Choose up to {{max}} gifts',
  'choose.counter': '{{chosen}} of {{max}} chosen',
  'choose.full': 'You’ve already chosen {{max}}. Deselect one to pick another.',
  'choose.requiredSeveral': 'Please choose at least one gift.',
  'choose.tooMany': 'Please choose no more than {{max}} gifts.',
  'choose.oneVersion': 'Please choose just one version of {{names}}.',
  'choose.goneOneOfSeveral_one': 'Sorry, {{names}} just sold out. The rest of your choice is saved. Pick something else instead, or simply continue.',
  'choose.goneOneOfSeveral_other': 'Sorry, {{names}} just sold out. The rest of your choice is saved. Pick something else instead, or simply continue.',
  'change.leadSeveral': 'Pick the gifts you’d like, and we’ll send those instead.',
  'change.goneNamed_one': 'Sorry, {{names}} just sold out. Your gift hasn’t changed. You can choose something else.',
  'change.goneNamed_other': 'Sorry, {{names}} just sold out. Your gift hasn’t changed. You can choose something else.',
} as const
