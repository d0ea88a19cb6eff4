import { Module } from '@nestjs/common';
import { ChangeScheduleService } from './change-schedule.service.js';
import { CreateScheduleService } from './create-schedule.service.js';
import { EndedSchedules } from './ended-schedules.js';
import { RunStepService } from './run-step.service.js';
import { ScheduleRunner } from './schedule-runner.js';
import { ScheduleQuery } from './schedule.query.js';
import { SchedulesController } from './schedules.controller.js';

@Module({
  controllers: [SchedulesController],
  providers: [
    CreateScheduleService,
    ChangeScheduleService,
    ScheduleQuery,
    RunStepService,
    ScheduleRunner,
    EndedSchedules,
  ],
})
export class SchedulesModule {}
