import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/packing.ts'

export const catalogue: SameTexts<typeof german> = {
  'Packed. Press Enter for the next parcel.': 'Emballé. Appuyez sur Entrée pour le colis suivant.',
  'This parcel is packed. To change it, choose “Mark as not packed” under “More actions”.':
    'Ce colis est emballé. Pour le modifier, choisissez « Marquer comme non emballé » dans « Autres actions ».',
  'in the box. Tick one of {name}.': 'dans le carton. Cochez une unité de {name}.',
  'Scan or type it.': 'Scannez-le ou saisissez-le.',
  'Mail without tracking': 'Envoi sans suivi',
  'Scan the number, or choose “Mail without tracking”.':
    'Scannez le numéro ou choisissez « Envoi sans suivi ».',
  '{code} is not a tracking number but the code of a parcel. Scan the label of the carrier.':
    '{code} n’est pas un numéro de suivi, mais le code d’un colis. Scannez l’étiquette du transporteur.',
  '{code} is not a tracking number but the code of an item. Scan the label of the carrier.':
    '{code} n’est pas un numéro de suivi, mais le code d’un article. Scannez l’étiquette du transporteur.',
  '{count} days': { one: '{count} jour', other: '{count} jours' },
  '{guess}, by the number. Enter another one if it is wrong.':
    '{guess}, d’après le numéro. Indiquez-en un autre si c’est faux.',
  '{name} has it': 'Pris par {name}',
  '{name}: {done} of {quantity}': '{name} : {done} sur {quantity}',
  'Address unusable': 'Adresse inutilisable',
  'All items are in the box. Press Enter when it is packed.':
    'Tous les articles sont dans le carton. Appuyez sur Entrée une fois emballé.',
  'All warehouses': 'Tous les entrepôts',
  'Another packer can take the parcel now. Take it again to continue.':
    'Un autre préparateur peut maintenant prendre le colis. Reprenez-le pour continuer.',
  'Asking the carriers for their rates': 'Demande des tarifs aux transporteurs',
  'Parcel barcode or SKU': 'Code du colis ou SKU',
  'Buy the label': 'Acheter l’étiquette',
  'Choose a rate': 'Choisir un tarif',
  'Choose a rate for {barcode}': 'Choisir un tarif pour {barcode}',
  'Do not send the parcel. Put its items back into stock.':
    'N’envoyez pas le colis. Remettez ses articles en stock.',
  'Document to print': 'Document à imprimer',
  'Enter, Space and the arrows work while the scan field is empty.':
    'Entrée, Espace et les flèches fonctionnent tant que le champ de scan est vide.',
  'Hand over': 'Remettre',
  'Hand over {barcode}': 'Remettre {barcode}',
  'Hand over to the carrier': 'Remettre au transporteur',
  'Here is your next parcel.': 'Voici votre prochain colis.',
  'I have read it': 'J’ai lu',
  'Its state has changed. Put it aside and ask the sender of the gift.':
    'Son état a changé. Mettez-le de côté et demandez à l’expéditeur du cadeau.',
  'Its stock in {warehouse} is set to 0. The gift ships from another warehouse, or waits until the item is in stock. Put the other items back into stock.':
    'Son stock passe à 0 dans {warehouse}. Le cadeau part d’un autre entrepôt, ou attend que l’article soit en stock. Remettez les autres articles en stock.',
  Keys: 'Touches',
  'Keys of the packing station': 'Touches du poste d’emballage',
  Label: 'Étiquette',
  'Leave it empty if the tracking number identifies the carrier.':
    'Laissez vide si le numéro indique le transporteur.',
  'Loading the address': 'Chargement de l’adresse',
  'Loading your parcels': 'Chargement de vos colis',
  'Mark as not packed': 'Marquer comme non emballé',
  'Mark the parcel as packed first.': 'Marquez d’abord le colis comme emballé.',
  'More actions for this parcel': 'Autres actions pour ce colis',
  'No connection. Try again in a moment.': 'Pas de connexion. Réessayez dans un instant.',
  'No estimate': 'Pas d’estimation',
  'no number': 'sans numéro',
  'No parcel': 'Aucun colis',
  'No parcel is open, so {code} cannot be checked. Take a parcel first.':
    'Aucun colis n’est ouvert : impossible de vérifier {code}. Prenez d’abord un colis.',
  'No parcel is waiting.': 'Aucun colis en attente.',
  'No parcel on your table': 'Aucun colis sur votre table',
  'None yet. A parcel that you take is yours for 20 minutes after your last key.':
    'Aucun pour l’instant. Un colis que vous prenez reste à vous 20 minutes après votre dernière saisie.',
  'Not packed.': 'Non emballé.',
  'Nothing to hand over': 'Rien à remettre',
  'Nothing to pack': 'Rien à emballer',
  'One moment. Then scan the parcel again.': 'Un instant. Scannez ensuite le colis à nouveau.',
  'One too many: the parcel gets {quantity} × {name}.':
    'Un de trop : le colis contient {quantity} × {name}.',
  'One unit is written off in {warehouse}. If another one is in stock, take it. Otherwise the gift ships from another warehouse, or waits.':
    'Une unité est sortie du stock dans {warehouse}. S’il en reste une autre, prenez-la. Sinon, le cadeau part d’un autre entrepôt, ou attend.',
  'Open parcel {barcode}': 'Ouvrir le colis {barcode}',
  'Open|verb': 'Ouvrir',
  packed: 'emballé',
  Packed: 'Emballé',
  'Packed parcels wait here until the carrier collects them.':
    'Les colis emballés attendent ici leur enlèvement par le transporteur.',
  Paper: 'Papier',
  'Parcel {barcode}': 'Colis {barcode}',
  'Parcel {barcode} is free again.': 'Le colis {barcode} est de nouveau libre.',
  'Parcel {barcode} is handed over to {carrier}.': 'Le colis {barcode} est remis à {carrier}.',
  'Parcel {barcode} is handed over.': 'Le colis {barcode} est remis au transporteur.',
  'Parcel {barcode} is open.': 'Le colis {barcode} est ouvert.',
  'Picture of the camera': 'Image de la caméra',
  'Print {count} labels': 'Imprimer {count} étiquettes',
  'Print {count} slips': 'Imprimer {count} bons de livraison',
  'Print the label, or choose its rate': 'Imprimer l’étiquette, ou choisir son tarif',
  'Print the packing slip': 'Imprimer le bon de livraison',
  'Problem?': 'Un problème ?',
  'Put the other items back. The gift ships from another warehouse, or when the item is in stock.':
    'Remettez les autres articles en stock. Le cadeau partira d’un autre entrepôt, ou dès que l’article sera disponible.',
  Queue: 'File d’attente',
  Rate: 'Tarif',
  'Ready. Scan a parcel, or press Enter.': 'Prêt. Scannez un colis, ou appuyez sur Entrée.',
  'Redeemed gifts appear here as soon as their parcels are planned.':
    'Les cadeaux choisis apparaissent ici dès que leurs colis sont planifiés.',
  Release: 'Libérer',
  'Release the parcel': 'Libérer le colis',
  'Report the address as unusable?': 'Signaler l’adresse comme inutilisable ?',
  'Report the item as damaged?': 'Signaler l’article comme endommagé ?',
  'Report the item as out of stock?': 'Signaler l’article en rupture de stock ?',
  'Return the parcel': 'Renvoyer le colis',
  'Returned. The parcel comes back with a corrected address.':
    'Renvoyé. Le colis reviendra avec une adresse corrigée.',
  'Scan a parcel or an item': 'Scanner un colis ou un article',
  'Scan the barcode of a parcel, choose one from the queue, or take the oldest.':
    'Scannez le code-barres d’un colis, choisissez-en un dans la file, ou prenez le plus ancien.',
  'Scan the other items, or press {keys} to confirm by hand.':
    'Scannez les autres articles, ou appuyez sur {keys} pour confirmer à la main.',
  'Scan with the camera': 'Scanner avec la caméra',
  'Select an item': 'Sélectionner un article',
  'Set the stock to 0': 'Mettre le stock à 0',
  'Ship to': 'Livrer à',
  'Show more': 'Afficher plus',
  'Show the keys': 'Afficher les touches',
  Slip: 'Bon de livraison',
  'Something went wrong. Try again.': 'Un problème est survenu. Réessayez.',
  'Sound off': 'Son désactivé',
  'Sound on': 'Son activé',
  'Sound on or off': 'Activer ou couper le son',
  'Stop: the address has changed': 'Stop : l’adresse a changé',
  'Stop: this gift was cancelled': 'Stop : ce cadeau a été annulé',
  'Stop: this parcel is not to pack any more': 'Stop : ce colis n’est plus à emballer',
  Take: 'Prendre',
  'Take a parcel first.': 'Prenez d’abord un colis.',
  'Take it again': 'Reprendre',
  'Take next': 'Prendre le suivant',
  'Take parcel {barcode}': 'Prendre le colis {barcode}',
  'Take several parcels': 'Prendre plusieurs colis',
  'Take the next {count}': 'Prendre les {count} suivants',
  'Take the next parcel': 'Prendre le colis suivant',
  'The address cannot be used': 'L’adresse est inutilisable',
  'The camera is not available. Allow it in the settings of the browser.':
    'La caméra n’est pas disponible. Autorisez-la dans les paramètres du navigateur.',
  'The document could not be printed. {reason}': 'Le document n’a pas pu être imprimé. {reason}',
  'The gift goes back to its sender, who corrects the address. The parcel then returns to the queue. Keep the box, or put the items back.':
    'Le cadeau revient à son expéditeur, qui corrige l’adresse. Le colis retourne ensuite dans la file. Gardez le carton, ou remettez les articles en stock.',
  'The gift then counts as dispatched, and the recipient can follow the parcel. This cannot be undone.':
    'Le cadeau est alors considéré comme expédié, et le destinataire peut suivre le colis. Cette action est irréversible.',
  'The item': 'L’article',
  'The label is bought already.': 'L’étiquette est déjà achetée.',
  'The label of {carrier} is bought. Print it now.':
    'L’étiquette {carrier} est achetée. Imprimez-la maintenant.',
  'The next step: take, packed, hand over': 'L’étape suivante : prendre, emballé, remettre',
  'The number does not show its carrier. Enter the name.':
    'Le numéro n’indique pas le transporteur. Saisissez son nom.',
  'The parcels of the simulator are not packed.': 'Les colis du simulateur ne sont pas emballés.',
  'The selected item is damaged': 'L’article sélectionné est endommagé',
  'The selected item is out of stock': 'L’article sélectionné est en rupture de stock',
  'this warehouse': 'cet entrepôt',
  'Throw the label away. Take the parcel again and print a new one.':
    'Jetez l’étiquette. Reprenez le colis et imprimez-en une nouvelle.',
  'Tick all items': 'Cocher tous les articles',
  'Tick one unit of the selected item': 'Cocher une unité de l’article sélectionné',
  'to {country}': 'destination : {country}',
  'To pack': 'À emballer',
  'Try again.': 'Réessayez.',
  'US Letter': 'US Letter',
  Warehouse: 'Entrepôt',
  'Write one off': 'Sortir une unité',
  'Written off. Take another one from stock and scan it.':
    'Sortie du stock. Prenez-en une autre et scannez-la.',
  'Wrong item: {code} is not in this parcel.': 'Mauvais article : {code} n’est pas dans ce colis.',
  'You have {count} more parcels.': {
    one: 'Vous avez {count} colis de plus.',
    other: 'Vous avez {count} colis de plus.',
  },
  'Your 20 minutes are over': 'Vos 20 minutes sont écoulées',
  'Your parcels': 'Vos colis',
}
