import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/attention.ts'

export const catalogue: SameTexts<typeof german> = {
  '{count} events are sent again.': {
    one: '{count} événement est renvoyé.',
    other: '{count} événements sont renvoyés.',
  },
  'Add stock': 'Réapprovisionner',
  'Address rejected': 'Adresse refusée',
  'An item is out of stock. The gift ships when stock arrives.':
    'Un article est en rupture de stock. Le cadeau partira à son arrivée.',
  'Bounced emails': 'E-mails rejetés',
  'Cancel the gift': 'Annuler le cadeau',
  'Change the endpoint': 'Modifier l’endpoint',
  'Correct the address': 'Corriger l’adresse',
  'Correct the email address': 'Corriger l’adresse e-mail',
  Ended: 'Terminé',
  'Endpoint failing': 'Endpoint en échec',
  'Endpoints that missed events': 'Endpoints ayant manqué des événements',
  'Extend the gift': 'Prolonger le cadeau',
  'Failed delivery attempts': 'Échecs de livraison',
  'Failing webhook endpoints': 'Endpoints de webhook en échec',
  'Few codes are left.': 'Il reste peu de codes.',
  'Few units are left in stock.': 'Il reste peu d’unités en stock.',
  'Gifts out of stock': 'Cadeaux en rupture de stock',
  'Gifts that expire soon': 'Cadeaux qui expirent bientôt',
  'Import codes': 'Importer des codes',
  'Lost and returned parcels': 'Colis perdus et retournés',
  'Missed events': 'Événements manqués',
  'Most recent attempts to reach the endpoint failed.':
    'La plupart des dernières tentatives vers l’endpoint ont échoué.',
  'No codes are left.': 'Il n’y a plus de codes.',
  'No units are left in stock.': 'Il n’y a plus d’unités en stock.',
  'Nothing needs attention.': 'Rien à traiter.',
  'Open|state': 'Ouvert',
  Overdue: 'En retard',
  'Overdue gifts': 'Cadeaux en retard',
  'Parcel lost or returned': 'Colis perdu ou retourné',
  'Problems that someone needs to solve. Each disappears once its cause is resolved.':
    'Problèmes qui demandent une intervention. Une entrée se termine quand sa cause a disparu.',
  'Rejected addresses': 'Adresses refusées',
  'Remind the recipient': 'Relancer le destinataire',
  'Reminder sent.': 'Rappel envoyé.',
  'Requests to the endpoint cannot be signed. The operator has to restore the encryption key.':
    'Les requêtes vers l’endpoint ne peuvent pas être signées. L’exploitant doit restaurer la clé de chiffrement.',
  'See the tracking': 'Voir le suivi',
  'Send a test event': 'Envoyer un événement de test',
  'Send the gift again': 'Renvoyer le cadeau',
  'Send the missed events again': 'Renvoyer les événements manqués',
  'Ship the items again': 'Réexpédier les articles',
  'Started {start}': 'Début : {start}',
  'Started {start}, ended {end}': 'Début : {start} ; fin : {end}',
  'Test event sent.': 'Événement de test envoyé.',
  'The address of the recipient rejects email. The recipient has not redeemed the gift.':
    'L’adresse du destinataire rejette les e-mails. Le destinataire n’a pas choisi son cadeau.',
  'The carrier found no one to accept the parcel.':
    'Le transporteur n’a trouvé personne pour recevoir le colis.',
  'The carrier lost the parcel, and there is no replacement.':
    'Le transporteur a perdu le colis, et le cadeau n’en a pas d’autre.',
  'The carrier lost the parcel.': 'Le transporteur a perdu le colis.',
  'The carrier rejected the address or the label.':
    'Le transporteur a refusé l’adresse ou l’étiquette.',
  'The endpoint missed events in the last day. All five attempts failed.':
    'L’endpoint a manqué des événements ces dernières 24 heures. Les cinq tentatives ont échoué.',
  'The gift expires within seven days. The recipient has not redeemed it.':
    'Le cadeau expire dans moins de sept jours. Le destinataire ne l’a pas choisi.',
  'The order is more than five days old, and no carrier has the parcel.':
    'La commande date de plus de cinq jours, et aucun transporteur n’a le colis.',
  'The parcel came back, and there is no replacement.':
    'Le colis est revenu, et le cadeau n’en a pas d’autre.',
  'The parcel came back.': 'Le colis est revenu.',
  'The parcel has been on its way for more than ten days.':
    'Le colis est en route depuis plus de dix jours.',
  'What needs attention': 'Ce qui est à traiter',
  'You’re all caught up': 'Tout est à jour',
}
