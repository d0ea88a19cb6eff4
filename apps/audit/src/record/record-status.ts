import { StatusPage } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';
import { RecordService } from './record.service.js';

/** The status of recording in this process, for /status. */
@Injectable()
export class RecordStatus {
  constructor(records: RecordService, statusPage: StatusPage) {
    statusPage.add('record', () => ({ last_seconds_ago: records.lastSecondsAgo }));
  }
}
