import { StatusPage } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';
import { RecordService } from './record.service.js';

/** What /status says of the entries that this process records. */
@Injectable()
export class RecordStatus {
  constructor(records: RecordService, statusPage: StatusPage) {
    statusPage.add('record', () => ({ last_seconds_ago: records.lastSecondsAgo }));
  }
}
