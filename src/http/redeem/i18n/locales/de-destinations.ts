/** German texts about destinations and age limits. */
// biome-ignore format: one text a line
export const deDestinations = {
  'choose.country': 'Lieferland',
  'choose.countryGo': 'Verfügbare Geschenke anzeigen',
  'choose.deniedIn': 'Für dieses Lieferziel nicht verfügbar: {{place}}',
  'choose.notThere': 'Dieses Geschenk ist für Ihr Lieferziel leider nicht verfügbar. Bitte wählen Sie ein anderes. Falls Sie Ihre Adresse schon eingegeben haben, ist sie gespeichert.',
  'choose.notThereNamed_one': '{{names}} ist für Ihr Lieferziel ({{place}}) leider nicht verfügbar. Bitte wählen Sie ein anderes Geschenk. Falls Sie Ihre Adresse schon eingegeben haben, ist sie gespeichert.',
  'choose.notThereNamed_other': '{{names}} sind für Ihr Lieferziel ({{place}}) leider nicht verfügbar. Bitte wählen Sie ein anderes Geschenk. Falls Sie Ihre Adresse schon eingegeben haben, ist sie gespeichert.',
  'choose.leftOut_one': '{{names}} ist für Ihr Lieferziel ({{place}}) nicht verfügbar und gehört deshalb nicht zu Ihrem Geschenk.',
  'choose.leftOut_other': '{{names}} sind für Ihr Lieferziel ({{place}}) nicht verfügbar und gehören deshalb nicht zu Ihrem Geschenk.',
  'choose.blockedHeading': 'Für dieses Lieferziel nicht verfügbar',
  'choose.blockedLead': 'Dorthin können wir leider nichts davon schicken. Wählen Sie ein anderes Lieferziel oder schreiben Sie an {{sender}}.',
  'choose.state': 'Bitte wählen Sie Ihren Bundesstaat. Davon hängt ab, welche Geschenke verfügbar sind.',
  'choose.age': 'Ab {{age}} Jahren',
  'review.age': 'Ich bin mindestens {{age}} Jahre alt.',
  'review.ageShipped': 'Das Paket wird nur an Erwachsene und gegen Unterschrift übergeben. Bitte halten Sie einen Ausweis bereit.',
  'review.ageWhy': 'Für dieses Geschenk gilt eine Altersgrenze.',
  'error.age': 'Bitte bestätigen Sie Ihr Alter, um dieses Geschenk zu erhalten.',
  'error.destination_one': '{{names}} ist für dieses Lieferziel ({{place}}) nicht verfügbar. Geben Sie eine andere Adresse an oder gehen Sie zurück und wählen Sie ein anderes Geschenk.',
  'error.destination_other': '{{names}} sind für dieses Lieferziel ({{place}}) nicht verfügbar. Geben Sie eine andere Adresse an oder gehen Sie zurück und wählen Sie ein anderes Geschenk.',
  'error.destinationSurprise': 'Dieses Geschenk ist für dieses Lieferziel nicht verfügbar. Bitte geben Sie eine andere Adresse an.',
} as const
