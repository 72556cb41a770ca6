/** German texts about the choice of several items. */
// biome-ignore format: one text a line
export const deSeveral = {
  'choose.headingSeveral': 'Wählen Sie Ihre Geschenke',
  'choose.leadSeveral': 'Suchen Sie sich aus, was Ihnen am besten gefällt. Lassen Sie sich Zeit – wir speichern Ihre Auswahl.',
  'choose.upTo': 'Wählen Sie bis zu {{max}} Geschenke',
  'choose.counter': '{{chosen}} von {{max}} ausgewählt',
  'choose.full': 'Sie haben schon {{max}} Geschenke ausgewählt. Wählen Sie erst eines ab, um ein anderes zu nehmen.',
  'choose.requiredSeveral': 'Bitte wählen Sie mindestens ein Geschenk aus.',
  'choose.tooMany': 'Bitte wählen Sie höchstens {{max}} Geschenke aus.',
  'choose.oneVersion': 'Bitte wählen Sie nur eine Variante aus: {{names}}.',
  'choose.goneOneOfSeveral_one': '{{names}} ist leider gerade vergriffen. Ihre übrige Auswahl ist gespeichert. Wählen Sie etwas anderes dazu oder machen Sie einfach weiter.',
  'choose.goneOneOfSeveral_other': '{{names}} sind leider gerade vergriffen. Ihre übrige Auswahl ist gespeichert. Wählen Sie etwas anderes dazu oder machen Sie einfach weiter.',
  'change.leadSeveral': 'Suchen Sie sich aus, was Sie möchten. Dann schicken wir Ihnen das.',
  'change.goneNamed_one': '{{names}} ist leider gerade vergriffen. Ihr Geschenk ist unverändert. Sie können etwas anderes aussuchen.',
  'change.goneNamed_other': '{{names}} sind leider gerade vergriffen. Ihr Geschenk ist unverändert. Sie können etwas anderes aussuchen.',
} as const
