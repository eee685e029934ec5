import { DEMO_RECORDS } from './accounts.ts';

/** The sender or receiver of a paper. All are invented; the telephone numbers are in the range reserved for fiction. */
export interface Party {
  name: string;
  /** The trade, printed below the name. */
  trade: string;
  address: string[];
  phone: string;
  email: string;
  /** The registration number printed in the footer. */
  registration: string;
  /** The colour of the letterhead, `#rrggbb`. */
  colour: string;
}

/** A client of the firm with the people in its papers. */
export interface Client extends Party {
  recordId: string;
  staff: string[];
  suppliers: Supplier[];
  customers: string[];
}

/** The firm that owns this vault. */
export const FIRM: Party = {
  name: 'Quillmark & Fenn LLP',
  trade: 'Accountants and business advisers',
  address: ['4 Tidewater Row', 'Saltmere SM2 4QF'],
  phone: '01632 960140',
  email: 'office@quillmark.example.test',
  registration: 'Partnership no. QF-0140',
  colour: '#1634a4',
};

/** The people of the firm who sign its papers. */
export const PARTNERS = ['Morgan Hale', 'Tess Whitlow'];

/** A supplier with its goods. */
export interface Supplier extends Party {
  goods: string[];
}

function supplier(
  name: string,
  colour: string,
  rest: { trade: string; street: string; line: string; goods: string[] },
): Supplier {
  const { trade, street, line, goods } = rest;
  const domain = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return {
    name,
    trade,
    address: [street, 'Harnworth HW3 8RD'],
    phone: `01632 960${line}`,
    email: `accounts@${domain}.example.test`,
    registration: `VAT no. HW-${line}-88`,
    colour,
    goods,
  };
}

const SUPPLIERS = {
  timber: supplier('Norwell Timber', '#7a4b1f', {
    trade: 'Sawn and planed timber',
    street: '2 Wharf Road',
    line: '201',
    goods: [
      'Softwood 47 x 100, 4.8 m',
      'Softwood 47 x 150, 4.8 m',
      'Batten 25 x 50, 3.6 m',
      'Plywood 18 mm, sheet',
      'OSB 11 mm, sheet',
      'Delivery by crane lorry',
    ],
  }),
  packaging: supplier('Pennybrook Packaging', '#a3541a', {
    trade: 'Cartons and pallets',
    street: '71 Mill Street',
    line: '202',
    goods: [
      'Carton 400 x 300 x 200, pack of 25',
      'Euro pallet, exchange grade',
      'Pallet wrap, clear, roll',
      'Edge protector, 1 m',
      'Packing tape, box of 36',
      'Void fill paper, roll',
    ],
  }),
  electrical: supplier('Castleby Electrical', '#8a1c2b', {
    trade: 'Electrical wholesale',
    street: '9 Ferry Lane',
    line: '203',
    goods: [
      'LED tube 1500 mm',
      'Cable 3 x 1.5, 100 m drum',
      'Cable ties, 300 mm, bag of 100',
      'Double socket, white',
      'Circuit breaker 16 A',
      'Junction box IP65',
      'Motor starter 7.5 kW',
    ],
  }),
  plumbing: supplier('Greywater Merchants', '#1f6f7a', {
    trade: 'Plumbing and heating',
    street: '33 Canal View',
    line: '204',
    goods: [
      'Copper pipe 22 mm, 3 m',
      'Copper pipe 15 mm, 3 m',
      'Elbow 22 mm, bag of 10',
      'Radiator 600 x 1200',
      'Ball valve 22 mm',
      'Jointing paste, tub',
    ],
  }),
  office: supplier('Oakhollow Office', '#2f6b34', {
    trade: 'Office supplies',
    street: '5 Market Hill',
    line: '205',
    goods: [
      'Copier paper A4, box of 5',
      'Toner, black',
      'Lever arch file, pack of 10',
      'Ballpoint pen, box of 50',
      'Envelopes C5, box of 500',
      'Desk lamp',
    ],
  }),
  courier: supplier('Swiftrow Couriers', '#5b2a86', {
    trade: 'Same-day delivery',
    street: '12 Depot Way',
    line: '206',
    goods: [
      'Same-day delivery, zone 1',
      'Same-day delivery, zone 2',
      'Overnight parcel, up to 20 kg',
      'Waiting time, per quarter hour',
      'Pallet, next day',
      'Fuel surcharge',
    ],
  }),
  energy: supplier('Lanternfield Energy', '#b07a00', {
    trade: 'Gas and electricity',
    street: '1 Beacon House',
    line: '207',
    goods: [
      'Electricity, day rate, 100 kWh',
      'Electricity, night rate, 100 kWh',
      'Gas, 100 kWh',
      'Standing charge, days',
      'Meter rent',
      'Climate levy, 100 kWh',
    ],
  }),
  tools: supplier('Bexmoor Tool Hire', '#40444c', {
    trade: 'Plant and tool hire',
    street: '48 Quarry Road',
    line: '208',
    goods: [
      'Hire of platform, per day',
      'Hire of mini digger, per day',
      'Hire of breaker, per day',
      'Delivery and collection',
      'Damage waiver',
      'Diesel, per litre',
    ],
  }),
  cleaning: supplier('Fernlea Cleaning', '#00796b', {
    trade: 'Contract cleaning',
    street: '6 Orchard Close',
    line: '209',
    goods: [
      'Cleaning of offices, per visit',
      'Window cleaning, inside',
      'Window cleaning, outside',
      'Floor polish, per 100 sq m',
      'Consumables',
      'Waste sacks, box',
    ],
  }),
  medical: supplier('Hazelmere Medical', '#0b5394', {
    trade: 'Medical consumables',
    street: '20 Infirmary Lane',
    line: '210',
    goods: [
      'Nitrile gloves, box of 200',
      'Couch roll, case of 9',
      'Sharps box, 5 litres',
      'Disinfectant wipes, tub',
      'Gauze swabs, pack of 100',
      'Elastic bandage, box',
    ],
  }),
};

const { timber, packaging, electrical, plumbing, office, courier, energy, tools, cleaning, medical } =
  SUPPLIERS;

export const ACME: Client = {
  recordId: DEMO_RECORDS.acme.sfid,
  name: DEMO_RECORDS.acme.name,
  trade: 'Fastenings and fittings',
  address: ['18 Foundry Lane', 'Harnworth HW7 3LA'],
  phone: '01632 960317',
  email: 'finance@acme.example.test',
  registration: 'Company no. HW-2417',
  colour: '#b3261e',
  staff: ['Idris Quayle', 'Noor Halden', 'Felix Ansley', 'Greta Lomax', 'Owen Tarrant', 'Mina Castell'],
  suppliers: [packaging, electrical, office, courier, energy, tools, cleaning],
  customers: [
    'Brackenford Yachts',
    'Dunmarrow Rail Works',
    'Elmstead Joinery',
    'Fallowby Cranes',
    'Gantry North',
  ],
};

export const BIRCH: Client = {
  recordId: DEMO_RECORDS.birch.sfid,
  name: DEMO_RECORDS.birch.name,
  trade: 'Builders since 1974',
  address: ['Yard 3, Station Approach', 'Millbrook MB1 6TS'],
  phone: '01632 960422',
  email: 'site@birch.example.test',
  registration: 'Company no. MB-0974',
  colour: '#2f6b34',
  staff: [
    'Harriet Birch',
    'Saul Birch',
    'Lenny Okafor-Pike',
    'Petra Dunmore',
    'Callum Reeve',
    'Ines Fairholm',
  ],
  suppliers: [timber, electrical, plumbing, tools, energy, office],
  customers: ['Millbrook Terrace Trust', 'Saltmere Harbour Board', 'Quarrybank School Fund'],
};

export const CEDAR: Client = {
  recordId: DEMO_RECORDS.cedar.sfid,
  name: DEMO_RECORDS.cedar.name,
  trade: 'Family medicine and physiotherapy',
  address: ['27 Larch Avenue', 'Saltmere SM5 1CD'],
  phone: '01632 960533',
  email: 'reception@cedar.example.test',
  registration: 'Practice no. SM-0533',
  colour: '#00796b',
  staff: ['Dr Amara Voss', 'Dr Jonah Pell', 'Ruth Ellingham', 'Kit Marlowe-Shaw', 'Bea Thornby'],
  suppliers: [medical, cleaning, energy, office],
  customers: ['Tallowgate Health Fund', 'Larch Avenue School', 'Saltmere Rowing Club'],
};
