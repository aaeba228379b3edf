/** Opens the local service's database with every table that it needs: the market's, the account's and those of what it rents. */
import { createAccountTables } from './account/tables.ts';
import { type Database, openDatabase } from './database/database.ts';
import { createDeliveryTables } from './deliveries/tables.ts';
import { createInstanceTables } from './instances/tables.ts';
import { createMarketTables } from './market/tables.ts';

/** The database in `dataFile`, made when it is missing. Throws an Error that names the file when it cannot be used. */
export const openDataFile = (dataFile: string): Database => {
  try {
    return openDatabase(dataFile, (database) => {
      createMarketTables(database);
      createAccountTables(database);
      createInstanceTables(database);
      createDeliveryTables(database);
    });
  } catch (error) {
    throw new Error(`${dataFile} cannot be used: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
};
